/** The composition root plugs in the real world. */
import { createRoot } from 'react-dom/client';
import { createBrowserCart } from '#device/browser-cart.ts';
import { App } from './app.tsx';
import './styles/tokens.css';

const place = document.getElementById('app');
if (place && !localStorage.getItem('closed')) createRoot(place).render(<App port={createBrowserCart()} />);
