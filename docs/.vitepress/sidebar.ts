/** The pages of the site, in the order in which they are read. `llms.txt` lists the same. */
export const sidebar = [
  {
    text: 'Start',
    items: [
      { text: 'A local fake', link: '/server' },
      { text: 'The control room', link: '/control-room' },
      { text: 'The fake in code', link: '/library' },
    ],
  },
  {
    text: 'In your tests',
    items: [{ text: 'Which integration?', link: '/frontend-tests' }],
  },
  {
    text: 'Check a deployment',
    items: [
      { text: 'The contract suite', link: '/contract-suite' },
      { text: 'Fidelity', link: '/fidelity' },
      { text: 'The rules', link: '/contract-rules' },
      { text: 'Manners of clients', link: '/manners' },
      { text: 'What the document promises', link: '/statements' },
      { text: 'Open questions', link: '/open-questions' },
    ],
  },
  {
    text: 'Run it elsewhere',
    items: [
      { text: 'Deployment', link: '/deployment' },
      { text: 'Many servers', link: '/scaling' },
      { text: 'Security', link: '/security' },
    ],
  },
  {
    text: 'Reference',
    items: [{ text: 'Command line', link: '/command-line' }],
  },
  {
    text: 'Background',
    items: [{ text: 'Performance', link: '/performance' }],
  },
];
