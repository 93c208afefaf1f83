// The commands that docs/guides/operate.md shows for a cluster, followed at a node of this machine as at a machine of its own.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { blocksOf } from '../docs/blocks.js'
import { readRepositoryFile } from '../support/repository.js'
import type { DatabaseProxy } from './database-proxy.js'
import { type Node, provider, user } from './galera.js'

const document = 'docs/guides/operate.md'
const recovered = /Recovered position: (\S+)/

/** What the manager of services does on a machine; there is no package of another version here to install. */
const services: Readonly<Record<string, (node: Node) => Promise<void> | void>> = {
  'systemctl stop mariadb': (node) => node.stop(),
  'systemctl start mariadb': (node) => node.start(),
  // The unit of MariaDB's packages asks the disk first.
  async galera_new_cluster(node) {
    const [, position = null] = recovered.exec(await run(node, 'mariadbd --wsrep-recover 2>&1')) ?? []
    node.start(true, position)
  },
  'apt-get install --only-upgrade mariadb-server galera-4': () => undefined,
}

/** Words with which programs find this node instead of the one at the usual places. */
function programs({ folder, ports: { sql } }: Node): string {
  const server = `--no-defaults --user=${user} --datadir=${folder} --socket=${folder}/my.sock --skip-networking --wsrep-on=ON --wsrep-provider=${provider()} --wsrep-cluster-address=gcomm:// --binlog-format=ROW`
  const client = `--no-defaults --host=127.0.0.1 --port=${sql} --user=root`
  return [
    'set -euo pipefail',
    `mariadb() { command mariadb ${client} "$@"; }`,
    `mariadbd() { command mariadbd ${server} "$@"; }`,
    // The tables are of this version already: it would look at nothing.
    `mariadb-upgrade() { command mariadb-upgrade ${client} --force "$@"; }`,
  ].join('\n')
}

/** What the command prints. */
async function run(node: Node, command: string): Promise<string> {
  return (await promisify(execFile)('bash', ['-c', `${programs(node)}\n${command}`])).stdout
}

/** The lines of the document's block that holds the words. */
function shown(words: string): readonly string[] {
  const [block, ...others] = blocksOf(document, readRepositoryFile(document)).filter(({ text }) => text.includes(words))
  if (block === undefined || others.length > 0) throw new Error(`'${document}' does not show '${words}' in one block.`)
  return block.text.split('\n')
}

/** Tells the proxy of the node what the block with these words shows. */
export async function tell(proxy: DatabaseProxy, node: Node, words: string): Promise<void> {
  for (const line of shown(words)) {
    const command = line.replace('/node1 ', `/${node.name} `).replace('/run/haproxy/admin.sock', proxy.socket)
    // What it does not understand it answers.
    const answer = (await run(node, command)).trim()
    if (answer !== '') throw new Error(`HAProxy answered to '${line}': ${answer}`)
  }
}

/** Does at the node what the block with these words shows, line by line; what was printed. Throws where a command fails. */
export async function follow(node: Node, words: string): Promise<string> {
  let printed = ''
  for (const line of shown(words)) {
    const service = services[line]
    if (service !== undefined) await service(node)
    else {
      const command = line.replaceAll('/var/lib/mysql/', `${node.folder}/`).replaceAll('--user=mysql', `--user=${user}`)
      printed += await run(node, command)
    }
    // Who starts a service waits until it answers.
    if (line === 'systemctl start mariadb' || line === 'galera_new_cluster') await node.answering()
  }
  return printed
}
