import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import LiveDemo from './live-demo.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('LiveDemo', LiveDemo);
  },
} satisfies Theme;
