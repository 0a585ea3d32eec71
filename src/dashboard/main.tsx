import './style/all.css';
import { render } from 'preact';
import { ControlRoom } from './shell/control-room.js';
import { showTheme, storedTheme } from './shell/theme.js';

showTheme(storedTheme());
render(<ControlRoom />, document.getElementById('page') as HTMLElement);
