// Runs the whole suite against a private MariaDB server: the second half of `npm test`, or `npm run test:mariadb` with mocha's options.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'mysql2/promise'
import { notInstalled, startMariadb } from './mariadb.js'
import { root } from './repository.js'

const optional = process.argv.includes('--if-installed')
const mariadb = await startMariadb()
if (mariadb === null) {
  console.error(notInstalled)
  process.exitCode = optional ? 0 : 1
} else {
  try {
    const connection = await createConnection(mariadb.server)
    await connection.query('CREATE DATABASE svc_test CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci')
    await connection.end()
    const env = { ...process.env, SVC_TEST_DATABASE_URL: `${mariadb.server}/svc_test` }
    const parameters = [
      `${root}/node_modules/mocha/bin/mocha.js`,
      ...process.argv.slice(2).filter((argument) => argument !== '--if-installed'),
    ]
    const [code] = (await once(spawn(process.execPath, parameters, { cwd: root, env, stdio: 'inherit' }), 'exit')) as [
      number | null,
    ]
    process.exitCode = code ?? 1
  } finally {
    await mariadb.stop()
  }
}
