/** An export without a name. */
const weight = 1;
export default weight;
