// Runs the cluster commands that docs/guides/operate.md shows, on a node of this machine as if it were a separate machine.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { blocksOf } from '../docs/blocks.js'
import { readRepositoryFile } from '../support/repository.js'
import type { DatabaseProxy } from './database-proxy.js'
import { type Node, provider, user } from './galera.js'

const document = 'docs/guides/operate.md'
const recovered = /Recovered position: (\S+)/

/** Replaces the service manager of a machine. No package of another version can be installed here. */
const services: Readonly<Record<string, (node: Node) => Promise<void> | void>> = {
  'systemctl stop mariadb': (node) => node.stop(),
  'systemctl start mariadb': (node) => node.start(),
  // The systemd unit of the MariaDB packages reads the recovered position first.
  async galera_new_cluster(node) {
    const [, position = null] = recovered.exec(await run(node, 'mariadbd --wsrep-recover 2>&1')) ?? []
    node.start(true, position)
  },
  'apt-get install --only-upgrade mariadb-server galera-4': () => undefined,
}

/** Shell functions that make the programs use this node instead of the default paths. */
function programs({ folder, ports: { sql } }: Node): string {
  const server = `--no-defaults --user=${user} --datadir=${folder} --socket=${folder}/my.sock --skip-networking --wsrep-on=ON --wsrep-provider=${provider()} --wsrep-cluster-address=gcomm:// --binlog-format=ROW`
  const client = `--no-defaults --host=127.0.0.1 --port=${sql} --user=root`
  return [
    'set -euo pipefail',
    `mariadb() { command mariadb ${client} "$@"; }`,
    `mariadbd() { command mariadbd ${server} "$@"; }`,
    // The tables already have this version, so the program would otherwise check nothing.
    `mariadb-upgrade() { command mariadb-upgrade ${client} --force "$@"; }`,
  ].join('\n')
}

/** Returns the output of the command. */
async function run(node: Node, command: string): Promise<string> {
  return (await promisify(execFile)('bash', ['-c', `${programs(node)}\n${command}`])).stdout
}

/** The lines of the code block that contains the words. */
function shown(words: string): readonly string[] {
  const [block, ...otherBlocks] = blocksOf(document, readRepositoryFile(document)).filter(({ text }) => text.includes(words))
  if (block === undefined || otherBlocks.length > 0) throw new Error(`'${document}' does not show '${words}' in one block.`)
  return block.text.split('\n')
}

/** Sends the commands in the code block with these words to the admin socket of HAProxy, for this node. */
export async function tell(proxy: DatabaseProxy, node: Node, words: string): Promise<void> {
  for (const line of shown(words)) {
    const command = line.replace('/node1 ', `/${node.name} `).replace('/run/haproxy/admin.sock', proxy.socket)
    // HAProxy only answers commands that it does not understand.
    const answer = (await run(node, command)).trim()
    if (answer !== '') throw new Error(`HAProxy answered to '${line}': ${answer}`)
  }
}

/** Runs the commands in the code block with these words on the node, and returns their output. Throws if a command fails. */
export async function follow(node: Node, words: string): Promise<string> {
  let printed = ''
  for (const line of shown(words)) {
    const service = services[line]
    if (service !== undefined) await service(node)
    else {
      const command = line.replaceAll('/var/lib/mysql/', `${node.folder}/`).replaceAll('--user=mysql', `--user=${user}`)
      printed += await run(node, command)
    }
    // After a service is started, wait until it answers.
    if (line === 'systemctl start mariadb' || line === 'galera_new_cluster') await node.answering()
  }
  return printed
}
