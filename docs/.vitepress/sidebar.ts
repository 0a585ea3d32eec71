import { entryPages } from './api-reference/entry-pages.js';

/** The pages of the site, in the order in which they are read; `llms.txt` lists the same, with what each is about. */
export const sidebar = [
  {
    text: 'Start',
    items: [
      {
        text: 'A local fake',
        link: '/server',
        about: 'how to start and configure it, fixtures, state that survives a restart, HTTPS, metrics',
      },
      {
        text: 'The control room',
        link: '/control-room',
        about: 'the page and the admin API that control a running fake: curl lines, the typed client, worlds, recipes',
      },
      {
        text: 'MCP for agents',
        link: '/mcp',
        about: 'petstore-mock mcp: tools with which a coding agent controls the fake, and how to connect a client',
      },
      {
        text: 'The fake in code',
        link: '/library',
        about:
          'createPetstore(): options, stock, limits, keys, faults, the clock, scenarios, snapshots, the journal, matchers',
      },
      {
        text: 'The service in brief',
        link: '/service',
        about: 'operations, keys, plans and limits of the Petstore Inventory Service',
      },
    ],
  },
  {
    text: 'In your tests',
    items: [
      {
        text: 'Which integration?',
        link: '/frontend-tests',
        about: 'a table of all integrations, and what each can do',
      },
      { text: 'vitest', link: '/vitest', about: 'a fresh fake for each test, fake timers' },
      { text: 'Node and jest', link: '/node-and-jest', about: 'setupPetstoreServer for any runner in Node, and jest' },
      { text: 'Browser worker', link: '/browser-worker', about: 'the fake in the page during development' },
      { text: 'Playwright', link: '/playwright', about: 'a fresh fake for each test, with any number of workers' },
      { text: 'Storybook', link: '/storybook', about: 'a fake for each story' },
      { text: 'Next.js', link: '/next', about: 'server rendering: a world for each test on one server' },
      { text: 'Vue', link: '/vue', about: 'where the lines go in a Vue app' },
      { text: 'Cypress', link: '/cypress', about: 'a server beside the app, controlled with cy.request' },
      { text: 'React Native', link: '/react-native', about: 'simulators, devices and jest' },
      { text: 'Plain HTTP', link: '/plain-http', about: 'the fake from any language, with an example in Python' },
      { text: 'Tests against staging', link: '/staging', about: 'tests that run against staging and judge it' },
    ],
  },
  {
    text: 'Check a deployment',
    items: [
      {
        text: 'The contract suite',
        link: '/contract-suite',
        about: 'petstore-mock check: levels, safety, reading a failure, reports, waivers, CI',
      },
      { text: 'Fidelity', link: '/fidelity', about: 'learn a deployment, imitate it, compare, proxy and watch' },
      { text: 'The rules', link: '/contract-rules', about: 'every rule that a check judges' },
      {
        text: 'Manners of clients',
        link: '/manners',
        about: 'what the document asks of clients, and how it is judged',
      },
      {
        text: 'What the document promises',
        link: '/statements',
        about: 'every promise of the document, word for word',
      },
      {
        text: 'Open questions',
        link: '/open-questions',
        about: 'what the document leaves open, the choices, and how to set them',
      },
    ],
  },
  {
    text: 'Run it elsewhere',
    items: [
      { text: 'Deployment', link: '/deployment', about: 'Docker, Compose, Kubernetes, load balancers, load tests' },
      { text: 'Many servers', link: '/scaling', about: 'one fake of many servers, with a Redis or Valkey' },
      {
        text: 'Security',
        link: '/security',
        about: 'what is protected from whom, bounds, how to report a vulnerability',
      },
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'Command line', link: '/command-line', about: 'every command with every option' },
      {
        text: 'API of the library',
        link: '/api/index',
        about: 'every export of the package with its types',
        collapsed: true,
        items: entryPages.map(({ name, title }) => ({ text: title, link: `/api/${name}` })),
      },
      { text: 'Troubleshooting', link: '/troubleshooting', about: 'error messages, and what to do' },
      { text: 'Questions', link: '/faq', about: 'short answers to common questions' },
      { text: 'Glossary', link: '/glossary', about: 'the words of the docs' },
    ],
  },
  {
    text: 'Background',
    items: [
      { text: 'How good is it?', link: '/how-good-is-it', about: 'the scores of the suite and of the fake' },
      {
        text: 'How it compares',
        link: '/comparison',
        about: 'MSW alone, Prism, WireMock, Mockoon, Specmatic, Schemathesis',
      },
      { text: 'Performance', link: '/performance', about: 'benchmarks, and how they are made' },
      { text: 'Dependencies', link: '/dependencies', about: 'what is installed, and why' },
    ],
  },
];
