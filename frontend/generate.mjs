// Asks the program for the description of its API, and makes the wire types from it.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { description, types, wireTypes } from './wire-types.mjs';

const program = ['run', '--quiet', '--locked', '--bin', 'manetes', '--', 'openapi'];
writeFileSync(description, execFileSync('cargo', program, { cwd: '..', maxBuffer: 2 ** 26 }));
writeFileSync(types, await wireTypes());
