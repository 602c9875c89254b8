/** The module system of old. */
module.exports = 1;
