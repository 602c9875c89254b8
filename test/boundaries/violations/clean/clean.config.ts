/** Configuration files are read by their default export. */
export default { clean: true };
