// The wire types of the front end, made from the description of the API.
import { readFileSync } from 'node:fs';
import openapi, { astToString } from 'openapi-typescript';

export const description = 'src/api/openapi.json';
export const types = 'src/api/types.ts';

/** Nothing may stand beside a reference, so the description wraps it to say more; here the reference says enough. */
function unwrapped(key, value) {
  if (value === null || !Array.isArray(value.allOf)) return value;
  const { allOf, type: _, ...rest } = value;
  const about = allOf.find((part) => part.description)?.description;
  return { ...rest, ...(about && { description: about }), allOf: allOf.filter((part) => part.$ref) };
}

/** The types of every schema of the description: what is sent and answered; operations are left out. */
export async function wireTypes() {
  const described = { ...JSON.parse(readFileSync(description, 'utf8'), unwrapped), paths: {} };
  const nodes = await openapi(described, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
    exportType: true,
    // What has a default may be left out by who sends it, and is left out by the server where it is empty.
    defaultNonNullable: false,
  });
  return `// Made by \`npm run generate\` from openapi.json: not to be edited.\n\n${astToString(nodes)}`;
}
