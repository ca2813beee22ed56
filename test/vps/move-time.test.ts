import { longestMoveMs, moveDuration } from "../../provider/vps/steps";

const hourMs = 3_600_000;

test("a move is expected to take no longer than full disks would need", () => {
  expect(moveDuration({ diskSpaceMb: 20_480, diskSpace2Mb: 10_240 })).toContain(
    "at most about 5.0 hours for its 30 GB of disk",
  );
  expect(moveDuration(undefined)).toBe("5 to 10 minutes per GB in use");
});

test("100 GB may take 10 minutes each, and some time more", () => {
  const limitMs = longestMoveMs({ diskSpaceMb: 50 * 1024, diskSpace2Mb: 50 * 1024, diskSpace3Mb: 0 });
  expect(limitMs).toBeGreaterThan((100 / 6) * hourMs);
  expect(limitMs).toBeLessThan(18 * hourMs);
  expect(longestMoveMs({})).toBe(0);
});
