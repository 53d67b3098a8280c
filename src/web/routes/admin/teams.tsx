export default function AdminTeams() {
  return <main><h1>AdminTeams</h1></main>
}
