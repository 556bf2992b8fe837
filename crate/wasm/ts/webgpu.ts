/**
 * Why no GPU can be asked for here, if so. The module must not be asked then: opening WebGPU without `navigator.gpu`, or
 * outside a page or a worker, stops it.
 */
export function whyNoWebGpu(): string | undefined {
  const scope = globalThis as {
    Window?: unknown;
    WorkerGlobalScope?: unknown;
    isSecureContext?: boolean;
    navigator?: { gpu?: unknown };
  };
  if (!scope.Window && !scope.WorkerGlobalScope) return "there is no WebGPU outside a browser's page or worker";
  if (scope.navigator?.gpu) return undefined;
  return scope.isSecureContext === false
    ? "WebGPU needs a secure page: serve it over https or from localhost"
    : "this browser has no WebGPU, or it is switched off";
}
