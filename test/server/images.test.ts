import { imageMeant } from "../../provider/server/images";

const codes = [
  ...["deb13.64", "deb12.64", "deb12", "ubuntu2404.64", "ubuntu2204.64", "rocky9.64"],
  ...["alma9.64", "alma8.64", "centos9.64", "fedora42.64", "coreos.64"],
];

/** What people write for an image, separated by bars. */
test.each<[string | undefined, string]>([
  ["deb12.64", "debian12|debian-12|debian_12_x64|debian:12.5|Debian GNU/Linux 12|bookworm|debian-bookworm"],
  ["deb12", "deb12.32"],
  ["deb13.64", "Debian 13|deb13|DEB13.64|dbe13.64"],
  ["ubuntu2404.64", "ubuntu-24.04|Ubuntu 24.04 LTS|ubuntu-24-04-x64|ubuntu24.04.1|noble"],
  ["ubuntu2204.64", "ubuntu2204|ubuntu 22|unbuntu2204"],
  ["rocky9.64", "rocky-9|rockylinux9|Rocky Linux 9.4|rocky"],
  ["alma9.64", "alma9|almalinux-9"],
  ["centos9.64", "centos 9|centos-stream-9"],
  ["fedora42.64", "fedora-42"],
  ["coreos.64", "coreos"],
  [undefined, "deb14.64|debian11|debian1|bullseye|ubuntu-24.10|ubuntu-26.04|ubuntu2024.64|ubuntu-4|rocky-8|rocky-10"],
  [undefined, "almalinux|debian|arch|9|"],
])("%s is meant by %s", (code, words) => {
  expect(words.split("|").map((word) => imageMeant(word, codes))).toEqual(words.split("|").map(() => code));
});
