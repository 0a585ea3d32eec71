import './style/all.css';
import { render } from 'preact';
import { ControlRoom } from './shell/control-room.js';

render(<ControlRoom />, document.getElementById('page') as HTMLElement);
