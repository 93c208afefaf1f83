// Nested groups and conditions of a rule, each with a menu of actions and keys to move it.
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Icon } from '../../ground/icon.js'
import { MenuButton } from '../../ground/menu-button.js'
import type { EditorProduct } from '../product.js'
import { say } from '../wording/say.js'
import { ConditionRow } from './condition-row.js'
import {
  addPart,
  changeNode,
  conditionNode,
  type GroupNode,
  moveNode,
  removeNode,
  type RuleNode,
  type RuleTree,
  unwrapNode,
  wrapNode,
} from './tree.js'

interface PartsProps {
  readonly tree: RuleTree
  readonly product: EditorProduct
  readonly onTree: (tree: RuleTree) => void
  readonly disabled: boolean
  /** Error messages by the key of the part. */
  readonly wrong: ReadonlyMap<number, string>
}

interface PartProps extends PartsProps {
  readonly node: RuleNode
  /** `2.1`: the first part of the second. */
  readonly place: string
}

function Part(props: PartProps): ReactNode {
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
          <Group {...props} node={node} />
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
            name={say('partActions', { part: say('part', { place }) })}
            label={<Icon name="more" />}
            choices={[
              isRoot ? null : { label: say('moveUp'), run: () => move(-1) },
              isRoot ? null : { label: say('moveDown'), run: () => move(1) },
              { label: say('wrapPart'), run: () => onTree(wrapNode(tree, node.key)) },
              node.kind === 'group' && !isRoot
                ? { label: say('unwrapPart'), run: () => onTree(unwrapNode(tree, node.key)) }
                : null,
              {
                label: say('removePart'),
                destructive: true,
                run: () => {
                  // Moves the focus to the editor, because the part disappears.
                  const beside = row.current?.parentElement?.closest<HTMLElement>('.rule-editor')
                  onTree(removeNode(tree, node.key))
                  beside?.focus()
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

function Group(props: PartsProps & { readonly node: GroupNode; readonly place: string }): ReactNode {
  const { tree, node, place, onTree, disabled } = props
  return (
    <div className="rule-group" role="group" aria-label={say('part', { place })}>
      <select
        aria-label={say('groupSense')}
        value={node.join}
        disabled={disabled}
        onChange={(event) => onTree(changeNode(tree, node.key, { ...node, join: event.target.value === 'any' ? 'any' : 'all' }))}
      >
        <option value="all">{say('allHold')}</option>
        <option value="any">{say('anyHolds')}</option>
      </select>
      <ul className="rule-parts">
        {node.parts.map((part, index) => (
          <Part key={part.key} {...props} node={part} place={place === '' ? `${index + 1}` : `${place}.${index + 1}`} />
        ))}
      </ul>
      {!disabled && <AddButtons {...props} group={node.key} />}
    </div>
  )
}

export function AddButtons({ tree, onTree, group }: PartsProps & { readonly group: number | null }): ReactNode {
  return (
    <div className="buttons">
      <button type="button" onClick={() => onTree(addPart(tree, group, conditionNode({})))}>
        {say('addCondition')}
      </button>
    </div>
  )
}

/** The whole rule. */
export function RuleParts(props: PartsProps): ReactNode {
  const { root } = props.tree
  if (root === null) return null
  if (root.kind === 'group') return <Group {...props} node={root} place="" />
  return (
    <ul className="rule-parts">
      <Part {...props} node={root} place="1" />
    </ul>
  )
}
