// Runs the whole suite twice, on SQLite and on a private MariaDB; arguments are mocha's.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { notInstalled, startMariadb } from './mariadb.js'

const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js')

function runSuite(title: string, url: string): Promise<number> {
  console.log(`\n${title}`)
  const env = { ...process.env, SVC_TEST_DATABASE_URL: url }
  const suite = spawn(process.execPath, [mocha, ...process.argv.slice(2)], { env, stdio: 'inherit' })
  return new Promise((resolve) => suite.once('exit', (code) => resolve(code ?? 1)))
}

async function runBoth(): Promise<number> {
  const first = await runSuite('On SQLite', 'sqlite::memory:')
  const mariadb = await startMariadb()
  if (!mariadb) {
    console.log(`\n${notInstalled}`)
    return first
  }
  try {
    const second = await runSuite('On MariaDB', `${mariadb.server}/mysql`)
    return first || second
  } finally {
    await mariadb.stop()
  }
}

process.exitCode = await runBoth()
