// TypeScript types from the JSON Schema that the Rust types give, so that there is one definition of every step.

/** The text of a module with a type for every definition of the schema, for every step, and for the pipeline. */
export function typesOf(schema) {
  const { Step, ...rest } = schema.$defs;
  const types = Object.entries(rest).map(([name, definition]) => declaration(name, definition));
  const steps = Step.oneOf.map((step) => declaration(pascal(step.properties.op.const), step));
  const names = Step.oneOf.map((step) => pascal(step.properties.op.const));
  const union = `${comment(Step)}export type Step = ${names.join(" | ")};\n`;
  return [...types, ...steps, union, declaration(schema.title, schema)].join("\n");
}

function declaration(name, definition) {
  const type = typeOf(definition);
  const body = definition.properties ? `export interface ${name} ${type}\n` : `export type ${name} = ${type};\n`.replace("= \n", "=\n");
  return comment(definition) + body;
}

function typeOf(part) {
  if (part.$ref) return part.$ref.replace("#/$defs/", "");
  if (part.const !== undefined) return JSON.stringify(part.const);
  if (part.enum) return part.enum.map((value) => JSON.stringify(value)).join(" | ");
  // A null says the same as a key that is not there.
  const choices = (part.oneOf ?? part.anyOf)?.filter(({ type }) => type !== "null");
  if (choices?.length === 1) return typeOf(choices[0]);
  if (choices) return choices.map((choice) => `\n${indent(`${comment(choice)}| ${typeOf(choice)}`)}`).join("");
  if (part.properties) return objectType(part);
  const [type, ...others] = [part.type].flat().filter((name) => name !== "null");
  const simple = { string: "string", integer: "number", number: "number", boolean: "boolean" }[type];
  if (simple && others.length === 0) return simple;
  if (type === "array" && part.items) return `${grouped(typeOf(part.items))}[]`;
  throw new Error(`no TypeScript type for ${JSON.stringify(part)}`);
}

function objectType({ properties, required = [] }) {
  // Required keys first: they stand in the order in which they are declared.
  const names = new Set([...required, ...Object.keys(properties)]);
  const members = [...names].map((name) => {
    const mark = required.includes(name) ? "" : "?";
    return indent(`${comment(properties[name])}${name}${mark}: ${typeOf(properties[name])};`);
  });
  return `{\n${members.join("\n")}\n}`;
}

/** What is said of a type, without the Rust example. */
function comment({ description }) {
  const text = description?.split("\n\n")[0].replaceAll("\n", " ");
  return text ? `/** ${text} */\n` : "";
}

const indent = (text) => text.replaceAll(/^/gm, "  ");
const grouped = (type) => (type.includes("|") ? `(${type})` : type);
const pascal = (op) => op.replaceAll(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());
