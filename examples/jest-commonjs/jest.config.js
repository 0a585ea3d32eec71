module.exports = { preset: 'petstore-mock' };
