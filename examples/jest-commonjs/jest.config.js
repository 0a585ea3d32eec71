module.exports = {
  // msw's CommonJS build requires packages that have only ES modules: babel-jest compiles them, too.
  transform: { '\\.m?[jt]sx?$': 'babel-jest' },
  transformIgnorePatterns: ['/node_modules/(?!(?:.pnpm/.*/node_modules/)?(?:rettime|until-async|@open-draft)/)'],
};
