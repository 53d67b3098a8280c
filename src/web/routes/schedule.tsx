export default function Schedule() {
  return <main><h1>Schedule</h1></main>
}
