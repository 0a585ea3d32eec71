/**
 * Serves one of the faulty services or variations, to point `petstore-mock check` at it:
 * `npx tsx tests/faulty-services/serve.ts <name> [--port n]`, or `--list` for the names.
 */
import { parseArgs } from 'node:util';
import { serveService } from '../conformant-service/serve-service.js';
import { GOOD_KEY } from '../conformant-service/service.js';
import { conformantVariations, faultyServices } from './faulty-services.js';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '0' }, list: { type: 'boolean', default: false } },
});
const [wanted] = positionals;
const found = [...faultyServices, ...conformantVariations].find(({ name }) => name === wanted);

if (flags.list) list();
else if (wanted === undefined) fail("no name was given. Try '--list', or the name 'requires no key at all'.");
else if (found === undefined) fail(`no service is named '${wanted}'. '--list' shows all names.`);
else if (!/^\d{1,5}$/.test(flags.port)) fail(`'${flags.port}' is not a port. Use a number such as 4291.`);
else {
  const service = found.make();
  const { origin } = await serveService(service, Number(flags.port));
  console.log(`Serving '${found.name}' at ${origin}/v1`);
  console.log(`Messages: ${origin}${service.messagesBasePath}`);
  console.log(`API key: ${GOOD_KEY}`);
}

function list(): void {
  for (const { name, breaks, seenAt } of faultyServices) console.log(`faulty      ${name}  (${breaks}, ${seenAt})`);
  for (const { name } of conformantVariations) console.log(`conformant  ${name}`);
}

function fail(problem: string): void {
  console.error(`Cannot serve: ${problem}`);
  process.exitCode = 2;
}
