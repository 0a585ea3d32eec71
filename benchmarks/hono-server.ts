/** What a user would write with hono on Node, as its manual shows it: a middleware for the key, a validator for the body. */
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { validator } from 'hono/validator';
import { announce, charge, commonHeaders, errorBody, pets } from './rival.js';

const stock = new Map(pets.map((item) => [String(item.petId), item]));

const app = new Hono();

app.use(async (context, next) => {
  const { known, headers } = charge(context.req.header('Authorization'));
  for (const [name, value] of Object.entries({ ...commonHeaders, ...headers })) context.header(name, value);
  if (!known) return context.json(errorBody(401, 'unauthorized'), 401);
  await next();
});
app.notFound((context) => context.json(errorBody(404, 'not_found'), 404));

app.get('/v1/inventory', (context) => context.json([...stock.values()]));

const quantityValidator = validator('json', ({ quantity }, context) =>
  Number.isInteger(quantity) ? { quantity: Number(quantity) } : context.json(errorBody(400, 'invalid_request'), 400),
);

app.patch('/v1/inventory/:petId', quantityValidator, (context) => {
  const item = stock.get(context.req.param('petId'));
  if (item === undefined) return context.notFound();
  const updated = { ...item, ...context.req.valid('json') };
  stock.set(String(item.petId), updated);
  return context.json(updated);
});

announce(createAdaptorServer({ fetch: app.fetch }));
