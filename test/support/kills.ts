/** How often a test kills a writing process: TEST_KILLS, 20 or more before a release. A start costs 0.5 to 2 s of CPU. */
export const KILLS = Number(process.env['TEST_KILLS'] ?? 2)
