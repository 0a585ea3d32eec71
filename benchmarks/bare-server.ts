/** The least that answers a list over HTTP: what starting Node itself costs. */
import { createServer } from 'node:http';
import { announce } from './announce.js';

announce(
  createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end('[{"petId":1,"quantity":1,"status":"available"}]');
  }),
);
