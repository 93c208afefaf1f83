// Nested groups and conditions of a rule, each with a menu of actions and keys to move it.
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Icon } from '../../base/icon.js'
import { MenuButton } from '../../base/menu-button.js'
import type { EditorProduct } from '../editor-product.js'
import { tEditor } from '../wording/editor-text.js'
import { ConditionRow } from './condition-row.js'
import {
  addRulePart,
  changeNode,
  createConditionNode,
  type GroupNode,
  moveNode,
  removeNode,
  type EditorRuleNode,
  type EditorRuleTree,
  unwrapNode,
  wrapNode,
} from './rule-tree.js'

interface RulePartsProps {
  readonly tree: EditorRuleTree
  readonly product: EditorProduct
  readonly onTree: (tree: EditorRuleTree) => void
  readonly disabled: boolean
  /** Error messages by the key of the part. */
  readonly wrong: ReadonlyMap<number, string>
}

interface RulePartProps extends RulePartsProps {
  readonly node: EditorRuleNode
  /** `2.1`: the first part of the second. */
  readonly place: string
}

function RulePart(props: RulePartProps): ReactNode {
  const { tree, node, place, product, onTree, disabled, wrong } = props
  const row = useRef<HTMLLIElement>(null)
  const isRoot = tree.root?.key === node.key
  const move = (step: 1 | -1): void => onTree(moveNode(tree, node.key, step))
  const press = (event: KeyboardEvent): void => {
    if (!event.altKey || disabled || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    move(event.key === 'ArrowUp' ? -1 : 1)
  }
  const message = wrong.get(node.key)
  return (
    <li ref={row} className="rule-part" data-wrong={message !== undefined} onKeyDown={press}>
      <div className="rule-line">
        {node.kind === 'group' ? (
          <RuleGroup {...props} node={node} />
        ) : (
          <ConditionRow
            shape={node.shape}
            product={product}
            disabled={disabled}
            onChange={(shape) => onTree(changeNode(tree, node.key, { ...node, shape }))}
          />
        )}
        {!disabled && (
          <MenuButton
            name={tEditor('partActions', { part: tEditor('part', { place }) })}
            label={<Icon name="more" />}
            choices={[
              isRoot ? null : { label: tEditor('moveUp'), run: () => move(-1) },
              isRoot ? null : { label: tEditor('moveDown'), run: () => move(1) },
              { label: tEditor('wrapPart'), run: () => onTree(wrapNode(tree, node.key)) },
              node.kind === 'group' && !isRoot
                ? { label: tEditor('unwrapPart'), run: () => onTree(unwrapNode(tree, node.key)) }
                : null,
              {
                label: tEditor('removePart'),
                destructive: true,
                run: () => {
                  // Moves the focus to the editor, because the part disappears.
                  const editorElement = row.current?.parentElement?.closest<HTMLElement>('.rule-editor')
                  onTree(removeNode(tree, node.key))
                  editorElement?.focus()
                },
              },
            ]}
          />
        )}
      </div>
      {message !== undefined && <p className="wrong">{message}</p>}
    </li>
  )
}

function RuleGroup(props: RulePartsProps & { readonly node: GroupNode; readonly place: string }): ReactNode {
  const { tree, node, place, onTree, disabled } = props
  return (
    <div className="rule-group" role="group" aria-label={tEditor('part', { place })}>
      <select
        aria-label={tEditor('groupSense')}
        value={node.join}
        disabled={disabled}
        onChange={(event) => onTree(changeNode(tree, node.key, { ...node, join: event.target.value === 'any' ? 'any' : 'all' }))}
      >
        <option value="all">{tEditor('allHold')}</option>
        <option value="any">{tEditor('anyHolds')}</option>
      </select>
      <ul className="rule-parts">
        {node.parts.map((part, index) => (
          <RulePart key={part.key} {...props} node={part} place={place === '' ? `${index + 1}` : `${place}.${index + 1}`} />
        ))}
      </ul>
      {!disabled && <AddButtons {...props} group={node.key} />}
    </div>
  )
}

export function AddButtons({ tree, onTree, group }: RulePartsProps & { readonly group: number | null }): ReactNode {
  return (
    <div className="buttons">
      <button type="button" onClick={() => onTree(addRulePart(tree, group, createConditionNode({})))}>
        {tEditor('addCondition')}
      </button>
    </div>
  )
}

/** The whole rule. */
export function RuleParts(props: RulePartsProps): ReactNode {
  const { root } = props.tree
  if (root === null) return null
  if (root.kind === 'group') return <RuleGroup {...props} node={root} place="" />
  return (
    <ul className="rule-parts">
      <RulePart {...props} node={root} place="1" />
    </ul>
  )
}
