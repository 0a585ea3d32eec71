export { type PetstoreStory, type PetstoreStoryOptions, petstoreStory } from '../../mocks/edges/msw/storybook.js';
