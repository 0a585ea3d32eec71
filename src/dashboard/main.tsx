import './style/all.css';
import { render } from 'preact';
import { showTheme, storedTheme } from './shell/theme.js';
import { ControlRoom } from './sign-in/control-room.js';

showTheme(storedTheme());
render(<ControlRoom />, document.getElementById('page') as HTMLElement);
