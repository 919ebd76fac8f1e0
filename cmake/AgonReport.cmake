# The charts of tournament reports (tools/report), as a C source that the program carries. The script
# never fails: without npm or network the program is built without charts, and --html says so.
option(AGON_REPORT "Bundle the charts of tournament reports (npm)" ON)
set(AGON_REPORT_SOURCE "${PROJECT_BINARY_DIR}/report/page_bundle.c")
if(AGON_REPORT)
  agon_glob(report_inputs "tools/report/*" "tools/report/src/*")
  add_custom_command(OUTPUT "${AGON_REPORT_SOURCE}"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${PROJECT_BINARY_DIR}/report"
    COMMAND sh "${PROJECT_SOURCE_DIR}/tools/report/build.sh" "${AGON_REPORT_SOURCE}"
    DEPENDS ${report_inputs} COMMENT "Bundling the charts of reports" VERBATIM)
else()
  file(CONFIGURE OUTPUT "${AGON_REPORT_SOURCE}" CONTENT
    "#include \"apps/cli/tourney/report.h\"\n\nconst char agon_cli_page_bundle[] = \"\";\n")
endif()
