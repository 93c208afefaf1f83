// Runs the tests on a private MariaDB server: the second half of `npm test`, or `npm run test:mariadb` with mocha options.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'mysql2/promise'
import { listSkippedSpecs } from '../conformance/skipped-specs.js'
import { mariadbMissingMessage, startMariadb } from './mariadb.js'
import { repositoryRoot } from './repository.js'

/** Mocha options that skip specs without database access. Empty if specs are named or all are requested. */
function createIgnoreOptions(options: readonly string[]): readonly string[] {
  const hasSpec = options.some((option) => /^--spec\b|^[^-].*\.test\.js$/.test(option))
  if (hasSpec || process.env['SVC_TEST_MARIADB'] === 'all') return []
  const { withoutDatabase, browserSpecs } = listSkippedSpecs()
  const summary = `${withoutDatabase.length} spec files that open no database and ${browserSpecs.length} walks in a browser`
  console.log(`Without ${summary}, which are the same on SQLite (SVC_TEST_MARIADB=all takes them too).`)
  return [...withoutDatabase, ...browserSpecs].map((path) => `--ignore=dist/${path.replace(/\.ts$/, '.js')}`)
}

const isMariadbOptional = process.argv.includes('--if-installed')
const options = process.argv.slice(2).filter((argument) => argument !== '--if-installed')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const mariadb = await startMariadb({ inMemory: true })
if (mariadb === null) {
  console.error(mariadbMissingMessage)
  process.exitCode = isMariadbOptional ? 0 : 1
} else {
  try {
    const connection = await createConnection(mariadb.server)
    await connection.query('CREATE DATABASE svc_test CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci')
    await connection.end()
    const env = { ...process.env, SVC_TEST_DATABASE_URL: `${mariadb.server}/svc_test` }
    const parameters = [`${repositoryRoot}/node_modules/mocha/bin/mocha.js`, ...options, ...createIgnoreOptions(options)]
    const mocha = spawn(process.execPath, parameters, { cwd: repositoryRoot, env, stdio: 'inherit' })
    process.once('exit', () => mocha.kill())
    const [code] = (await once(mocha, 'exit')) as [number | null]
    process.exitCode = code ?? 1
  } finally {
    await mariadb.stop()
  }
}
