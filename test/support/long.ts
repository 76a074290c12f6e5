/** Whether to run tests whose risk a quicker one covers: TEST_LONG=true, before a release. */
export const isLong = process.env['TEST_LONG'] === 'true'

/** Options of such a test. */
export const long = { skip: !isLong && 'TEST_LONG=true runs it' }
