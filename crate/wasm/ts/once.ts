/** Shares one promise between all callers, and forgets it if it fails, so that the next call tries again. */
export function once<Options, T>(start: (options: Options) => Promise<T>): (options: Options) => Promise<T> {
  let shared: Promise<T> | undefined;
  return (options) => {
    shared ??= start(options).catch((error: unknown) => {
      shared = undefined;
      throw error;
    });
    return shared;
  };
}
