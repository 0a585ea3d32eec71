export { type PetstoreStory, type PetstoreStoryOptions, petstoreStory } from '../../mocks/edges/storybook.js';
