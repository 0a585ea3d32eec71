import type { Effort } from './effort.js';
import { describeMachine } from './machine.js';
import type { Findings } from './parts.js';
import {
  checkTable,
  firstLoadTable,
  httpTables,
  jsonTable,
  manyWorldsTable,
  memoryTable,
  mswTable,
  proxyTable,
  rememberedTable,
  startTable,
  storeTables,
  targetTable,
  watchedTable,
  worldTable,
} from './tables.js';

/** Formats the results of a run: the targets first, then the measurements. */
export function report(findings: Findings, effort: Effort): string {
  const { start, check, http, msw, world, worlds, proxy, store, json, 'control-room': controlRoom } = findings;
  const rounds = `medians of ${effort.rounds} rounds of ${effort.roundSeconds} s`;
  const sections = [
    `## Targets\n\nMeasured on ${describeMachine()}.\n\n${targetTable(findings)}`,
    http &&
      `## Over HTTP\n\n${capitalised(rounds)}.\n\n${httpTables(http)}\n\n## Resident memory\n\n${memoryTable(http)}`,
    proxy && `## Through the proxy\n\nGET /inventory of 100 pets; ${rounds}.\n\n${proxyTable(proxy)}`,
    start && `## Start\n\nMedians of ${effort.startRuns} runs.\n\n${startTable(start)}`,
    check &&
      `## A check of the fake\n\nFrom the start of the process to its end, medians of ${effort.checkRuns} runs.\n\n${checkTable(check)}`,
    world &&
      `## A fresh fake\n\nOf 100 pets; medians of ${effort.worldBatches} batches of 20, warm.\n\n${worldTable(world)}`,
    worlds &&
      `## Many worlds on one server\n\nOf 100 pets each; 1,000 keys with 20 requests each, PATCH and GET in turn, medians of ${effort.rounds} rounds.\n\n${manyWorldsTable(worlds)}`,
    controlRoom &&
      `## Watched\n\nPATCH and GET in turn on 100 pets; medians of ${effort.watchedRounds} rounds of ${effort.watchedSeconds} s.\n\n${watchedTable(controlRoom)}\n\n### Opening the control room\n\n${firstLoadTable(controlRoom)}\n\n### Memory of the journal\n\n${rememberedTable(controlRoom)}`,
    store &&
      `## Many servers, one fake\n\nPATCH and GET in turn on 100 pets, 16 at a time except in the first rows; ${rounds}.\n\n${storeTables(store)}`,
    json && `## JSON\n\nMedians of ${effort.jsonRounds} rounds, warm.\n\n${jsonTable(json)}`,
    msw && `## In process\n\nMedians of ${effort.mswBatches} batches of 500.\n\n${mswTable(msw)}`,
  ];
  return `${sections.filter((section) => section !== undefined).join('\n\n')}\n`;
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The page docs/performance.md. */
export function performancePage(findings: Findings, effort: Effort): string {
  return `# Performance

Written by \`npm run bench -- --write\`; all numbers come from one run on one machine. They show how the servers compare, not
how fast yours will be.

${report(findings, effort)}
## How it is measured

- **petstore-mock** is the built command as \`petstore-mock serve\` starts by default, journal and control room included, except
  \`--log off --no-assumed\` and a quota that is never reached.
  **floor** is bare \`node:http\` with the same keys, quotas and headers. It validates the body of a PATCH
  and calls \`JSON.stringify\` for every response. **fastify** and **hono** have the same keys, quotas and headers, too, written as
  their manuals show. fastify has JSON Schemas that validate bodies and serialise responses, hono a middleware and a validator.
  **hand-written** is an afternoon's work: MSW handlers over
  \`@mswjs/data\` behind \`@mswjs/http-middleware\`, without CORS and without most of the checks. All hold the same pets;
  before the first measurement, their responses are compared, and the journal is read.
- Each server runs in a process of its own. All run in turn, round by round, there and back; the first round warms up and does not count.
  A rate is the median of its rounds. A ratio is the median of the ratios of two servers in the same round: other load on the machine affects both.
- **Marks.** *measured* is the median of the rounds. *interval* contains the median of endlessly many such rounds with a probability of
  at least 95 %. It consists of two of the rounds (with 10 rounds: the second lowest and the second highest), because each round is above that median or below it
  as a coin falls, whatever the distribution. A target is *met* or *missed* if the whole interval is on one side of its bound. Otherwise it is
  *unclear*: this run cannot decide. A target that is measured once, such as a size, has no interval.
- The load comes from a program of the project in another process **on the same machine**, over 32 kept connections (2 for a list
  of 100,000 pets). Each sends the next request as soon as it has a response. It writes prepared bytes and reads only the status and
  length of a response; anything but 200 ends the run. A general load generator such as autocannon needs about twice the processor time for a request, which is as much as these servers need, and would hide
  their differences. Generator and server take a core each. *CPU per response* is the processor time of the server alone, and *by CPU* the ratio of that:
  it depends less on other load than the rates.
- The list of petstore-mock is cached between changes; the third workload changes a pet before every list, so it measures what a change costs the next list.
- *At rest* is after the first list; *under load* is the median at the ends of the rounds of all workloads.
- *Start* runs from the start of the process to the end of its first \`GET /inventory\`, the two servers in turn. An import is the time of
  a Node process that imports it, less that of one that imports nothing. \`petstore-mock/vitest\` contains the time of \`vitest\`, which a test run has loaded anyway.
- *A check of the fake* runs the built command against a local fake, reports included, in turn with a bare program that requests the
  list the same number of times with \`fetch\`.
- *A fresh fake* is \`createPetstore()\`, against a few lines written by hand: the same records in \`@mswjs/data\` and one handler.
  Memory is the heap that each of 1,000 live fakes holds.
- *Many worlds on one server* mints isolated keys over the admin API, puts the load on all of them and on the shared world in turn, and
  at the end requests the list of every world. It throws if one shows a change that was made in another.
- *Watched* puts the load on one server while nobody watches, while a program reads the event stream of the control room, and while its page is
  open in a headless Chromium **on the same machine**. At full load, generator, server and browser share its cores.
  *Opening the control room* begins with the navigation in a browser with an empty cache. It ends when the page contains the figures of the overview, or the first rows of a list.
  The journal is full with 10,000 requests, and 5,000 updates a minute arrive; *the stock from the overview* starts at the click.
  *Memory of the journal* is the memory of one server with a journal of 10,000 exchanges, here updates, and an open event stream. Held is what remains after garbage collection.
- *Through the proxy* sends requests to the same fake directly and through \`petstore-mock proxy\`, in turn, over kept connections.
  The proxy judges, keeps its journal for the control room and writes a HAR. With 32 at a time, generator,
  proxy and fake share the machine's cores, and a response waits for all that are before it. So compare the rates rather than the milliseconds. A round begins when the proxy
  has judged what passed in the one before, or after five seconds.
- *Many servers, one fake* starts fleets of servers on one \`redis-server\` **on the same machine**, and measures them and one server without a
  store in turn, round by round. Generator, servers and store share the machine's cores, so compare the CPU per response rather than
  the rates: with more cores, more servers respond at the same time. *One at a time* sends to one of the servers over one connection. *Each on all servers*: every connection uses the keys of all
  worlds; *each on one server*: a key always goes to the same server. *A server that only applies* is one of two, of which the other one
  gets all requests. *Ordered entries* are appended and read back without HTTP and a fake, 64 at a time, the best of three.
- *JSON* parses texts that are the worst of their kind with the project's parser and with \`JSON.parse\`, in turn in one process.
  *Held* is the heap that the value keeps after garbage collection.
- *In process* calls MSW's \`getResponse\` with the product's handlers and with one static handler that returns the same headers and body.
`;
}
