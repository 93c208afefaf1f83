// Mocha's global teardown, run once in the main process after all test files.
import { dropDatabases } from './database.js'

export const mochaGlobalTeardown = dropDatabases
