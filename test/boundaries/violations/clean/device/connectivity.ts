/** One of the network's doors. */
export async function isReachable(address: string): Promise<boolean> {
  const response = await fetch(address);
  return response.ok;
}
