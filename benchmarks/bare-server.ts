/** The smallest server of a list over HTTP: the cost of starting Node itself. */
import { createServer } from 'node:http';
import { announce } from './rival.js';

announce(
  createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end('[{"petId":1,"quantity":1,"status":"available"}]');
  }),
);
