import { define } from './operation.js';

const stock = define('Stock');

export const stockOperations = {
  listStock: stock('inventory.list', 'GET /inventory', 'Lists the stock by pet id', 'StockPage', {
    query: ['limit', 'after', 'search'],
  }),
  setStock: stock(
    'inventory.set',
    'PATCH /inventory/{petId}',
    'Sets the stock of a pet; a new pet needs both fields',
    'StockEntry',
    { body: { schema: 'StockChange', example: { quantity: 5, status: 'available' } } },
  ),
};
