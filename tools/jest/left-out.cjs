/** In place of a module that its importers load whole, and that no test in this process uses. */
module.exports = {};
