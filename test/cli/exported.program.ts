import * as rimuhosting from "pulumi-rimuhosting";

// 3 servers of a RimuHosting account, exported on 2026-01-01. "pulumi up" adopts what is declared
// here: it buys nothing and changes nothing. Once they are in the state, remove the import options.
// With protect, a plain destroy cancels no server, and no change wipes one.
// The service does not report how a server was set up: password, sshAuthorizedKeys, cloudConfig,
// cloudConfigData, fileInjectionData, isJustMinimalInit, controlPanel. If a later reinstall is to
// use them, add them before the first "pulumi up", which only saves them.
// Another stack may still manage some of them, as their comments say, and could cancel them. Run
// "pulumi state delete" there first, and only then edit its program.

// USD 5.82/month, 198.18.0.1; ordered 2025-01-02
const myServerX = new rimuhosting.Vps(
  "my-server-x",
  {
    domainName: 'my "server" */ `x`',
    distro: "deb12.64",
    dcLocation: "DCDALLAS",
    memoryMb: 1024,
    diskSpaceMb: 10240,
  },
  { import: "9", protect: true },
);

const onlyANameExampleCom = new rimuhosting.Vps(
  "only-a-name-example-com",
  {
    domainName: "only-a-name.example.com",
  },
  { import: "11", protect: true },
);

// USD 5.82/month, 198.18.0.1; ordered 2025-01-02; bought by shop/dev/tagged
const taggedExampleCom = new rimuhosting.Vps(
  "tagged-example-com",
  {
    domainName: "tagged.example.com",
    distro: "deb12.64",
    dcLocation: "DCDALLAS",
    memoryMb: 1024,
    diskSpaceMb: 10240,
    metaData: {
      role: "web",
      "cost-centre": "4711",
      "a-rather-long-key-for-a-tag": "with-an-equally-long-value-to-go-with-it",
    },
  },
  { import: "12", protect: true },
);

// Left out:
// - 13 x.example.com: cancelled
