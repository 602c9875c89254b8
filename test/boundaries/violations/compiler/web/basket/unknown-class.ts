/** A screen uses a class that its style sheet does not have. */
import styles from './basket-screen.module.css';

export const className = (): string => styles.bucket;
