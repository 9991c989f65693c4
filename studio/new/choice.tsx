// A radio button with a title and its consequence.

interface Props {
  readonly name: string
  readonly title: string
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly id?: string
  readonly children: string
}

export function Choice({ name, title, isChosen, onChoose, id, children }: Props) {
  return (
    <label>
      <input type="radio" name={name} {...(id === undefined ? {} : { id })} checked={isChosen} onChange={onChoose} />
      <b>{title}</b>
      <span>{children}</span>
    </label>
  )
}
