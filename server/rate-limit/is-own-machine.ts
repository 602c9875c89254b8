/** Whether somebody calls from this machine. */
import { groupAddress } from './group-address.ts';

/**
 * Takes the network address of a caller. True for loopback, and for no address at all, which is a socket of this machine:
 * that is its operator, or a proxy in front that does not say who called (TRUST_PROXY is off), and so nobody in particular.
 */
export function isOwnMachine(address: string): boolean {
  return address === '' || address === '::1' || groupAddress(address).startsWith('127.');
}
