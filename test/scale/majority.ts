// Loss of the majority in the scale test: the shop rejects requests, and recovers automatically or with the documented commands.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Diary } from './diary.js'
import { during, type Scene, until } from './disasters.js'
import type { Node } from './galera.js'
import { follow, tell } from './reported-orders.js'

/** Milliseconds without service, and milliseconds within which a node detects that it is alone. */
const silence = 4_000
const noticing = 20_000

const refusals = ({ failed }: Diary): number => failed.get('503 of the service') ?? 0

/**
 * Waits until the node detects that it is alone, and for a while longer. No order may be placed in that time, and callers must get
 * NOT_READY.
 */
async function refuses({ diary, say }: Scene, node: Node): Promise<void> {
  if (!(await until(noticing, () => node.standsAlone())))
    diary.faults.push(`${node.name} is alone and still considers itself the cluster.`)
  const [orders, refused] = [diary.orders.length, refusals(diary)]
  await sleep(silence)
  say(
    `     ${node.name} is alone: ${diary.orders.length - orders} orders, ${refusals(diary) - refused} requests rejected with 503`,
  )
  if (diary.orders.length > orders) diary.faults.push('Orders were placed on a node without a majority.')
  if (refusals(diary) === refused) diary.faults.push('No request was rejected with 503 while the cluster had no majority.')
}

const position = /Recovered position: \S+:(\d+)/

/** The position of the data of a node, by the documented command. */
async function recovered(node: Node): Promise<number> {
  const [, number] = position.exec(await follow(node, '--wsrep-recover')) ?? []
  if (number === undefined) throw new Error(`${node.name} does not report its position.`)
  return Number(number)
}

/** Kills two nodes or all of them at the same time. */
export async function lostMajority(scene: Scene): Promise<void> {
  const { cluster } = scene
  const [first, second, third] = cluster.nodes as readonly [Node, Node, Node]
  const kill = (nodes: readonly Node[]): Promise<unknown> => Promise.all(nodes.map((node) => node.stop('SIGKILL')))
  await during(scene, 'two nodes are killed at once and restarted', async () => {
    await kill([first, second])
    await refuses(scene, third)
    for (const node of [first, second]) node.start()
    await cluster.whole()
  })
  await during(scene, 'two nodes are lost permanently, and the third is made the primary component', async () => {
    await kill([second, third])
    await refuses(scene, first)
    await follow(first, 'pc.bootstrap')
    const { length } = scene.diary.orders
    if (!(await until(noticing, () => scene.diary.orders.length > length)))
      scene.diary.faults.push('No order was placed on the node that was made the primary component.')
    for (const node of [second, third]) {
      node.start()
      await node.answering()
    }
    await cluster.whole()
  })
  await during(scene, 'all nodes are killed at once and restarted', async () => {
    await kill(cluster.nodes)
    await sleep(silence)
    for (const node of cluster.nodes) node.start()
    await cluster.whole()
  })
  await during(scene, 'all nodes are killed at once, and the most advanced bootstraps the cluster', async () => {
    await kill(cluster.nodes)
    // Check each node, as documented: a write that only one node has applied was still acknowledged.
    const positions = new Map<Node, number>()
    for (const node of cluster.nodes) positions.set(node, await recovered(node))
    scene.say(`     their positions: ${[...positions.values()].join(', ')}`)
    const [leading, ...following] = cluster.nodes.toSorted((a, b) => positions.get(b)! - positions.get(a)!)
    await follow(leading!, 'galera_new_cluster')
    for (const node of following) {
      node.start()
      await node.answering()
    }
    await cluster.whole()
  })
}

/** Drains, stops, upgrades and restarts each node in turn with the documented commands. No request may fail. */
export async function upgradeDatabase(scene: Scene): Promise<void> {
  const { cluster, proxy } = scene
  const each = async (): Promise<void> => {
    for (const node of cluster.nodes) {
      await tell(proxy, node, 'state drain')
      await follow(node, 'mariadb-upgrade')
      await tell(proxy, node, 'state ready')
      await cluster.whole()
    }
  }
  await during(scene, 'MariaDB is upgraded node by node', each, true)
}
