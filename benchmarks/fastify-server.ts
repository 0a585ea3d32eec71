/** What a user would write with fastify, as its manual shows it: JSON Schemas check what arrives and write what leaves. */
import { fastify } from 'fastify';
import { schemas } from '../src/service/petstore.js';
import { announce, charge, commonHeaders, errorBody, pets } from './rival.js';

const stock = new Map(pets.map((item) => [String(item.petId), item]));

// The document has no quantity that is a text.
const app = fastify({ ajv: { customOptions: { coerceTypes: false } } });

app.addHook('onRequest', (request, reply, done) => {
  const { known, headers } = charge(request.headers.authorization);
  reply.headers({ ...commonHeaders, ...headers });
  if (known) done();
  else reply.code(401).send(errorBody(401, 'unauthorized'));
});
app.setErrorHandler((_error, _request, reply) => reply.code(400).send(errorBody(400, 'invalid_request')));
app.setNotFoundHandler((_request, reply) => reply.code(404).send(errorBody(404, 'not_found')));

const { InventoryItem, InventoryList, InventoryUpdate, Error: ErrorSchema } = schemas;

app.get('/v1/inventory', { schema: { response: { 200: InventoryList } } }, (_request, reply) => {
  reply.send([...stock.values()]);
});

app.patch<{ Params: { petId: string }; Body: { quantity: number } }>(
  '/v1/inventory/:petId',
  { schema: { body: InventoryUpdate, response: { 200: InventoryItem, '4xx': ErrorSchema } } },
  (request, reply) => {
    const item = stock.get(request.params.petId);
    if (item === undefined) return reply.code(404).send(errorBody(404, 'not_found'));
    const updated = { ...item, quantity: request.body.quantity };
    stock.set(request.params.petId, updated);
    return reply.send(updated);
  },
);

await app.ready();
announce(app.server);
