// The list of supported databases.
import type { Dialect } from '../dialect.js'
import { mysql } from './mysql.js'
import { sqlite } from './sqlite.js'

export const dialects: readonly Dialect[] = [sqlite, mysql]
