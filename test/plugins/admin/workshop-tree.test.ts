// The product tree of the workshop: order, search, moves, paste targets and keys.
import { expect } from 'chai'
import {
  findPasteTarget,
  getTreeAction,
  getChildKinds,
  isDescendant,
  type TreeItem,
  getDropTarget,
  findMatchingItems,
  type TreeModel,
  createTreeModel,
  listVisibleRows,
  getStepTarget,
  type MoveTarget,
} from '../../../plugins/admin/browser/workshop/tree-model.js'
import type { WorkshopKind, WorkshopNode } from '../../../plugins/admin/api/workshop/workshop-shape.js'

const may = { create: true, change: true, delete: true }
const node = (id: number, owner: number, title: string): WorkshopNode => ({
  id,
  owner,
  title,
  published: true,
  ruled: false,
  note: null,
  price: null,
})
const kind = (entity: string, owner: string, nodes: readonly WorkshopNode[], ordered = true): WorkshopKind => ({
  entity,
  label: entity,
  pluralLabel: `${entity}s`,
  owner,
  field: `${owner}_id`,
  ordered,
  may,
  titleKeys: ['title'],
  needsForm: false,
  nodes,
})

const model: TreeModel = createTreeModel({
  scripts: [],
  product: { id: 9, title: 'Blind', published: true },
  kinds: [
    kind('page', 'product', [node(1, 9, 'Fabric'), node(2, 9, 'Size'), node(3, 9, 'Empty')]),
    kind('calculation', 'product', [node(5, 9, 'Total')], false),
    kind('question', 'page', [node(1, 1, 'Colour'), node(2, 1, 'Weave'), node(3, 2, 'Width')]),
    kind('answer', 'question', [node(1, 1, 'Red'), node(2, 1, 'Blue')]),
  ],
})
const at = (key: string): TreeItem => model.byKey.get(key)!
const all = new Set(model.byKey.keys())

function said(target: MoveTarget | null): string | null {
  if (target === null) return null
  if ('into' in target) return `into ${target.into?.key ?? 'product'}`
  return 'before' in target ? `before ${target.before.key}` : `after ${target.after.key}`
}

describe('the tree of the workshop', () => {
  it('offers below a record only the entities that it accepts', () => {
    const listChildKinds = (types?: readonly string[]): readonly string[] => {
      const colour: TreeItem = { ...at('question-1'), node: { ...node(1, 1, 'Colour'), ...(types && { takes: types }) } }
      return getChildKinds(model, colour).map(({ entity }) => entity)
    }
    expect(listChildKinds(['answer'])).to.deep.equal(['answer'])
    expect(listChildKinds([])).to.deep.equal([])
    expect(listChildKinds()).to.deep.equal(['answer'])
  })

  it('edits the content of a calculation with its calculation, without a row and without an entry in the menu', () => {
    const body = kind('calculation-matrix', 'calculation', [node(7, 5, 'Matrix')], false)
    const withBody = createTreeModel({ scripts: [], product: model.product, kinds: [...model.kinds, body] })
    const total = withBody.byKey.get('calculation-5')!
    expect(total.body?.key).to.equal('calculation-matrix-7')
    expect(total.children).to.deep.equal([])
    expect(withBody.byKey.get('calculation-matrix-7')?.parent).to.equal(total)
    expect(getChildKinds(withBody, total)).to.deep.equal([])
  })

  it('lists records in their order, and unordered ones below a heading', () => {
    expect(listVisibleRows(model, all, null).map(({ item, level }) => `${level} ${item.key}`)).to.deep.equal([
      '1 page-1',
      '2 question-1',
      '3 answer-1',
      '3 answer-2',
      '2 question-2',
      '1 page-2',
      '2 question-3',
      '1 page-3',
      '1 all-calculation',
      '2 calculation-5',
    ])
  })

  it('shows the rows of open records, and search results with all their ancestors', () => {
    expect(listVisibleRows(model, new Set(['page-2']), null).map(({ item }) => item.key)).to.deep.equal([
      'page-1',
      'page-2',
      'question-3',
      'page-3',
      'all-calculation',
    ])
    const matches = findMatchingItems(model, ' bLU ')
    expect(listVisibleRows(model, new Set(), matches).map(({ item }) => item.key)).to.deep.equal([
      'page-1',
      'question-1',
      'answer-2',
    ])
    expect(findMatchingItems(model, '  ')).to.equal(null)
    expect(listVisibleRows(model, all, findMatchingItems(model, 'nowhere'))).to.deep.equal([])
  })

  it('moves a record past its neighbor, and from the edge into the next owner', () => {
    expect(said(getStepTarget(model, at('question-2'), true))).to.equal('before question-1')
    expect(said(getStepTarget(model, at('question-2'), false))).to.equal('before question-3')
    expect(said(getStepTarget(model, at('question-3'), true))).to.equal('after question-2')
    expect(said(getStepTarget(model, at('question-3'), false))).to.equal('into page-3')
    expect(said(getStepTarget(model, at('page-1'), true))).to.equal(null)
    expect(said(getStepTarget(model, at('calculation-5'), true))).to.equal(null)
  })

  it('finds a drop target only where the record is allowed', () => {
    expect(said(getDropTarget(model, 'question', at('question-3'), 'upper'))).to.equal('before question-3')
    expect(said(getDropTarget(model, 'question', at('question-3'), 'lower'))).to.equal('after question-3')
    expect(said(getDropTarget(model, 'question', at('page-1'), 'upper'))).to.equal('after question-2')
    expect(said(getDropTarget(model, 'question', at('page-3'), 'upper'))).to.equal('into page-3')
    expect(said(getDropTarget(model, 'answer', at('page-1'), 'upper'))).to.equal(null)
    expect(said(getDropTarget(model, 'page', at('all-calculation'), 'upper'))).to.equal(null)
  })

  it('pastes after a record of the same entity, or at the end of the nearest possible owner', () => {
    const into = (key: string | null, entity: string): string | null => {
      const target = findPasteTarget(model, key === null ? null : at(key), { entity })
      return target && `${target.into}: ${said(target.place)}`
    }
    expect(into('answer-1', 'answer')).to.equal('1: after answer-1')
    expect(into('answer-1', 'question')).to.equal('1: after question-2')
    expect(into('page-3', 'question')).to.equal('3: into page-3')
    expect(into('answer-1', 'page')).to.equal('9: after page-3')
    expect(into(null, 'question')).to.equal(null)
    expect(into('calculation-5', 'calculation')).to.equal('9: into product')
  })

  it('recognizes descendants', () => {
    expect(isDescendant(at('answer-1'), at('page-1'))).to.equal(true)
    expect(isDescendant(at('page-1'), at('answer-1'))).to.equal(false)
  })

  it('maps keys to actions, with left and right swapped for right-to-left languages', () => {
    const key = (name: string, more: object = {}) => ({ key: name, altKey: false, ctrlKey: false, metaKey: false, ...more })
    expect(getTreeAction(key('ArrowRight'), false)).to.equal('in')
    expect(getTreeAction(key('ArrowRight'), true)).to.equal('out')
    expect(getTreeAction(key('ArrowUp', { altKey: true }), false)).to.equal('move-up')
    expect(getTreeAction(key('v', { metaKey: true }), false)).to.equal('paste')
    expect(getTreeAction(key('s', { ctrlKey: true }), false)).to.equal(null)
    expect(getTreeAction(key('constructor'), false)).to.equal(null)
  })
})
