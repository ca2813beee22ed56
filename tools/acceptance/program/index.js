const rimuhosting = require("pulumi-rimuhosting");

/** One server, as the acceptance test wants it at this moment. */
new rimuhosting.Vps("server", JSON.parse(process.env.ACCEPTANCE_SERVER));
