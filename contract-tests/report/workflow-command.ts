/** Writes a command that GitHub shows as an annotation. Nothing in the texts can end it. https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
export function workflowCommand(name: 'error' | 'warning', title: string, text: string): string {
  return `::${name} title=${escapeProperty(title)}::${escapeData(text)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
