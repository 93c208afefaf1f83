// What happens to the shop of the scale test when most of its cluster is gone: it refuses, and goes on by itself or by the documented commands.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Diary } from './diary.js'
import { during, type Scene, until } from './disasters.js'
import type { Node } from './galera.js'
import { follow, tell } from './told.js'

/** Milliseconds for which nobody is served, and in which a node notices that it is alone. */
const silence = 4_000
const noticing = 20_000

const refusals = ({ failed }: Diary): number => failed.get('503 of the service') ?? 0

/** Until the node knows that it is alone, and a while longer, in which nothing may be sold: callers are told to come again. */
async function refuses({ diary, say }: Scene, node: Node): Promise<void> {
  if (!(await until(noticing, () => node.standsAlone())))
    diary.faults.push(`${node.name} is alone and takes itself for the cluster.`)
  const [orders, refused] = [diary.orders.length, refusals(diary)]
  await sleep(silence)
  say(
    `     ${node.name} is alone: ${diary.orders.length - orders} orders, ${refusals(diary) - refused} requests told to come again`,
  )
  if (diary.orders.length > orders) diary.faults.push('Orders were placed at a node without a majority.')
  if (refusals(diary) === refused) diary.faults.push('Nobody was told to come again while the cluster had lost its majority.')
}

const position = /Recovered position: \S+:(\d+)/

/** How far the node's disk has come, by the command that says it. */
async function recovered(node: Node): Promise<number> {
  const [, number] = position.exec(await follow(node, '--wsrep-recover')) ?? []
  if (number === undefined) throw new Error(`${node.name} does not say how far it has come.`)
  return Number(number)
}

/** Two nodes, or all of them, are lost at once. */
export async function lostMajority(scene: Scene): Promise<void> {
  const { cluster } = scene
  const [first, second, third] = cluster.nodes as readonly [Node, Node, Node]
  const kill = (nodes: readonly Node[]): Promise<unknown> => Promise.all(nodes.map((node) => node.stop('SIGKILL')))
  await during(scene, 'two nodes are killed at once, and come back', async () => {
    await kill([first, second])
    await refuses(scene, third)
    for (const node of [first, second]) node.start()
    await cluster.whole()
  })
  await during(scene, 'two nodes are gone for good, until the third is told that it is the cluster', async () => {
    await kill([second, third])
    await refuses(scene, first)
    await follow(first, 'pc.bootstrap')
    const { length } = scene.diary.orders
    if (!(await until(noticing, () => scene.diary.orders.length > length)))
      scene.diary.faults.push('Nothing was sold at the one node that had been told that it is the cluster.')
    for (const node of [second, third]) {
      node.start()
      await node.answering()
    }
    await cluster.whole()
  })
  await during(scene, 'all nodes are killed at once, and come back', async () => {
    await kill(cluster.nodes)
    await sleep(silence)
    for (const node of cluster.nodes) node.start()
    await cluster.whole()
  })
  await during(scene, 'all nodes are killed at once, and the most advanced is told to begin', async () => {
    await kill(cluster.nodes)
    // Of each that is left, as the document says: what one alone had applied was acknowledged all the same.
    const positions = new Map<Node, number>()
    for (const node of cluster.nodes) positions.set(node, await recovered(node))
    scene.say(`     they had come to ${[...positions.values()].join(', ')}`)
    const [leading, ...following] = cluster.nodes.toSorted((a, b) => positions.get(b)! - positions.get(a)!)
    await follow(leading!, 'galera_new_cluster')
    for (const node of following) {
      node.start()
      await node.answering()
    }
    await cluster.whole()
  })
}

/** Each node is emptied, stopped, started again and looked over by the commands of an upgrade, one after the other; no request may fail. */
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
