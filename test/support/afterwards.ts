// What mocha does once at the end of a whole run, in the process that deals out the files.
import { dropDatabases } from './database.js'

export const mochaGlobalTeardown = dropDatabases
