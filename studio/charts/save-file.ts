// Downloads a file that was made in the page.

export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
